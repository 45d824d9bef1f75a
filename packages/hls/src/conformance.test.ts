import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  detectManifest,
  parseMediaPlaylist,
  parseMultivariantPlaylist,
  writeMediaPlaylist,
  writeMultivariantPlaylist,
} from './index.ts';

const root = join(import.meta.dirname, '../../..');
const corpora = [join(root, 'test-vectors/hls'), join(root, '../shared/fixtures/hls')];
const factsFile = join(root, '../shared/fixtures/facts.json');

function playlistsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.m3u8'))
    .map((name) => join(folder, name))
    .sort();
}

const files = corpora.flatMap(playlistsIn);
if (!existsSync(factsFile))
  process.stdout.write(
    'No shared fixtures beside the project: running its own HLS vectors only.\n',
  );

describe('write gives the text that was parsed', () => {
  it('has playlists to try', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it.each(files)('%s', (file) => {
    const text = readFileSync(file, 'latin1');
    for (const form of [
      text,
      text.trimEnd(),
      `\uFEFF${text}`,
      `\u00EF\u00BB\u00BF${text}`,
      text.replaceAll(/\r?\n/g, '\r\n'),
    ]) {
      expect(writeMediaPlaylist(parseMediaPlaylist(form).playlist) === form).toBe(true);
      expect(writeMultivariantPlaylist(parseMultivariantPlaylist(form).playlist) === form).toBe(
        true,
      );
    }
  });
});

interface HlsFact {
  kind: string;
  segments: number;
  duration_s: number;
  discontinuity_tags: number;
  endlist: boolean;
  parts: number;
  variants: number;
  media_tags: number;
  iframe_variants: number;
}

function checkFacts() {
  const facts: Record<string, HlsFact> = JSON.parse(readFileSync(factsFile, 'utf8')).files;
  const hls = Object.entries(facts).filter(([name]) => name.startsWith('hls/'));

  it.each(hls.filter(([, fact]) => fact.kind === 'hls-media'))('%s', (name, fact) => {
    const text = readFileSync(join(factsFile, '..', name), 'latin1');
    const { playlist } = parseMediaPlaylist(text);
    const tags = [
      ...playlist.headerTags,
      ...playlist.segments.flatMap((segment) => segment.tags),
      ...playlist.trailerTags,
    ];
    const seconds = playlist.segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
    expect({
      kind: `hls-${detectManifest(text)}`,
      segments: playlist.segments.length,
      duration_s: Math.round(seconds * 1e4) / 1e4,
      discontinuity_tags: tags.filter((tag) => tag.name === 'EXT-X-DISCONTINUITY').length,
      endlist: playlist.endList,
      parts: tags.filter((tag) => tag.name === 'EXT-X-PART').length,
    }).toEqual({ ...fact, duration_s: Math.round(fact.duration_s * 1e4) / 1e4 });
  });

  it.each(hls.filter(([, fact]) => fact.kind === 'hls-multivariant'))('%s', (name, fact) => {
    const text = readFileSync(join(factsFile, '..', name), 'latin1');
    const { playlist } = parseMultivariantPlaylist(text);
    expect({
      kind: `hls-${detectManifest(text)}`,
      variants: playlist.variants.length,
      media_tags: playlist.renditions.length,
      iframe_variants: playlist.iFrameVariants.length,
    }).toEqual(fact);
  });
}

if (existsSync(factsFile)) describe('facts of the shared fixtures', checkFacts);
