import { adServerTemplates, serverTokens, viewerTokens } from '@interlude/contract';
import { page, table } from './page.ts';

const rows = (tokens: Readonly<Record<string, string>>) =>
  Object.entries(tokens).map(([token, about]) => [`\`{{${token}}}\``, about]);

export function adServersPage(): string {
  const templates = Object.values(adServerTemplates).flatMap(
    ({ system, title, summary, exampleUrl, params }) => [
      `## ${title} (\`${system}\`)`,
      `${summary} Address: \`${exampleUrl}\``,
      `\`\`\`json\n${JSON.stringify(params, null, 2)}\n\`\`\``,
    ],
  );
  return page(
    'Ad servers',
    'packages/contract/src/ad-servers',
    'The parameters of the requests to an ad server. A channel’s own parameters go over those of its system, the allowed ones of the viewer’s query over both, and what the platform knows over all. A parameter that comes to nothing is not sent.',
    ...templates,
    '## Values that the platform fills in',
    table(['Token', 'Value'], rows(serverTokens)),
    '## Values that a viewer may give in the query of the session request',
    table(['Token', 'Value'], rows(viewerTokens)),
  );
}
