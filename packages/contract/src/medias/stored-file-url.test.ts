import { expect, it } from 'vitest';
import { storedFileUrl } from './stored-file-url.ts';

it('a stored file is found below the public base URL, else through the stitcher', () => {
  const place = { stitcherPublicUrl: 'https://play.example/', key: 't/sources/m.mp4' };
  const at = (settings: object) =>
    storedFileUrl({ ...place, system: { id: 's', settings: { ...settings } } });
  expect(at({})).toBe('https://play.example/media/s/t/sources/m.mp4');
  expect(at({ publicBaseUrl: '' })).toBe('https://play.example/media/s/t/sources/m.mp4');
  expect(at({ publicBaseUrl: 'https://cdn.example/x/' })).toBe(
    'https://cdn.example/x/t/sources/m.mp4',
  );
});
