/** Request to an incoming webhook of Slack, in the language of its person: blocks with a link. Pure. */
import { slackTexts } from '@interlude/mails';
import type { ClaimedDelivery } from '@interlude/persistence';
import { linkOf, type PreparedRequest } from './webhook-request.ts';

/** Slack refuses a section of more than 3,000 characters; escaping makes at most five of one. */
const maxText = 500;

/** The three characters that Slack's text gives a meaning; others stay (Slack, "Formatting text"). */
const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

const shortened = (text: string) =>
  text.length > maxText ? `${text.slice(0, maxText - 1).toWellFormed()}…` : text;

/** @param publicUrl of the console */
export function slackRequest(
  delivery: Pick<
    ClaimedDelivery,
    'topic' | 'content' | 'sentence' | 'language' | 'path' | 'createdAtMs' | 'subscription' | 'id'
  >,
  { publicUrl, productName }: { readonly publicUrl: string; readonly productName: string },
): PreparedRequest {
  const { topic, path, createdAtMs, subscription } = delivery;
  const { content, open } = slackTexts(delivery.language, delivery, productName);
  const text = escaped(shortened(content));
  const seconds = Math.floor(createdAtMs / 1_000);
  const at = `<!date^${seconds}^{date_short_pretty} {time}|${new Date(createdAtMs).toISOString()}>`;
  const link = linkOf(publicUrl, path);
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text } },
    {
      type: 'context',
      elements: [{ type: 'mrkdwn', text: `${escaped(productName)} · \`${topic}\` · ${at}` }],
    },
    ...(link === ''
      ? []
      : [
          {
            type: 'actions',
            elements: [
              {
                type: 'button',
                text: { type: 'plain_text', text: open.slice(0, 75) },
                url: link,
              },
            ],
          },
        ]),
  ];
  return {
    method: 'POST',
    url: subscription.webhookUrl,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, blocks }),
  };
}
