/** A stand-in for an incoming webhook of Slack: it refuses what Slack refuses, with the same error. */
import {
  type ReceivedRequest,
  startWebhookReceiver,
  type WebhookReceiver,
} from './webhook-receiver.ts';

export interface SlackStandIn extends WebhookReceiver {
  /** Address of the webhook, secret in its path. */
  readonly webhookUrl: string;
  /** Slack's answer to a request: `ok` or an error. */
  judge(request: ReceivedRequest): string;
}

const path = '/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX';
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const lengths: Readonly<Record<string, number>> = { section: 3_000, context: 2_000, actions: 75 };

function isBlock(block: unknown): boolean {
  if (!isRecord(block) || typeof block['type'] !== 'string') return false;
  const limit = lengths[block['type']];
  if (limit === undefined) return false;
  const parts = block['type'] === 'section' ? [block['text']] : block['elements'];
  if (!Array.isArray(parts) || parts.length === 0 || parts.length > 25) return false;
  return parts.every((part) => {
    if (!isRecord(part)) return false;
    const text = part['type'] === 'button' ? part['text'] : part;
    if (!isRecord(text) || typeof text['text'] !== 'string') return false;
    const url = part['url'];
    const hasLink = part['type'] !== 'button' || (typeof url === 'string' && URL.canParse(url));
    return hasLink && text['text'].length > 0 && text['text'].length <= limit;
  });
}

function judge({ method, path: asked, headers, body }: ReceivedRequest): string {
  if (asked !== path) return 'no_service';
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) {
    return 'invalid_payload';
  }
  try {
    const payload: unknown = JSON.parse(body);
    if (!isRecord(payload) || typeof payload['text'] !== 'string') return 'no_text';
    const { blocks } = payload;
    if (!Array.isArray(blocks) || blocks.length > 50) return 'invalid_blocks';
    return blocks.every(isBlock) ? 'ok' : 'invalid_blocks';
  } catch {
    return 'invalid_payload';
  }
}

/**
 * Starts a stand-in for Slack.
 * @see Slack, "Sending messages using incoming webhooks", "Reference: blocks"
 */
export async function startSlackStandIn(): Promise<SlackStandIn> {
  const receiver = await startWebhookReceiver();
  return Object.assign(receiver, { webhookUrl: `${receiver.url}${path}`, judge });
}
