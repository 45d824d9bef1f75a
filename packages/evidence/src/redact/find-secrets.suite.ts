/** Looks for secrets in a pack, however they are spelled. */
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';

const reversed = (text: string) => [...text].toReversed().join('');

/** A secret at any place of a longer text that is encoded as a whole. */
function base64Spellings(secret: string): string[] {
  return ['', 'a', 'ab'].map((before) => {
    const text = Buffer.from(`${before}${secret}`).toString('base64');
    const first = before === '' ? 0 : before.length + 1;
    const known = Math.floor(((before.length + Buffer.byteLength(secret)) * 8) / 6);
    return text.slice(first, known);
  });
}

function spellings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const base64 = base64Spellings(secret);
  const query = new URLSearchParams({ s: secret }).toString().slice(2);
  return [
    ...[secret, json, query, encodeURIComponent(secret)],
    ...[encodeURIComponent(encodeURIComponent(secret)), reversed(secret)],
    ...[...base64, ...base64.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'))],
    Buffer.from(secret).toString('hex'),
    secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  ].map((one) => one.toLowerCase());
}

/** Bytes that a file may carry compressed. */
function unpacked(bytes: Uint8Array): string[] {
  const texts = [Buffer.from(bytes).toString('utf8'), Buffer.from(bytes).toString('utf16le')];
  for (const inflate of [gunzipSync, inflateRawSync])
    try {
      texts.push(inflate(bytes).toString('utf8'));
    } catch {
      // It is not compressed in this way.
    }
  return texts;
}

/** @returns the file and the secret of each place */
export function secretsIn(zip: Uint8Array, secrets: readonly string[]): string[] {
  const files = Object.entries(unzipSync(zip));
  const texts = files.flatMap(([name, bytes]) =>
    [name, ...unpacked(bytes)].map((text) => ({ name, text: text.toLowerCase() })),
  );
  return secrets.flatMap((secret) =>
    spellings(secret).flatMap((spelled) =>
      texts.filter(({ text }) => text.includes(spelled)).map(({ name }) => `${secret} in ${name}`),
    ),
  );
}
