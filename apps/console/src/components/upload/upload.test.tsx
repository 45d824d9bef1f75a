import { MantineProvider } from '@mantine/core';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { UploadBox } from './upload-box.tsx';
import { bytesText, fileExtension, fileProblem, nameOfFile } from './upload-check.ts';
import { type SendFile, useUpload } from './use-upload.ts';

afterEach(cleanup);

const gibibyte = 1_073_741_824;
const file = new File(['0123456789'], 'Autumn spot.mp4', { type: 'video/mp4' });

describe('what can be said of a file before it is sent', () => {
  it('MED-005 takes .mp4 and .mov only, in any case of letters', () => {
    expect(fileProblem({ name: 'a.mp4', size: 1 })).toBeUndefined();
    expect(fileProblem({ name: 'A.MOV', size: 1 })).toBeUndefined();
    for (const name of ['a.avi', 'mp4', 'a.mp4.exe', '']) {
      expect(fileProblem({ name, size: 1 })).toBe('Only .mp4 and .mov files can be uploaded.');
    }
  });

  it('MED-007 OP-26 takes exactly 1 GiB, and not one byte more', () => {
    expect(fileProblem({ name: 'a.mp4', size: gibibyte })).toBeUndefined();
    expect(fileProblem({ name: 'a.mp4', size: gibibyte + 1 })).toBe(
      'File size is limited to 1 GB.',
    );
    expect(fileProblem({ name: 'a.mp4', size: 0 })).toBe('The file is empty.');
  });

  it('MED-005 reads name and extension', () => {
    expect([fileExtension('a.b.MP4'), fileExtension('mp4')]).toEqual(['mp4', '']);
    expect(nameOfFile('Autumn spot.final.mp4')).toBe('Autumn spot.final');
    expect([0, 1_024, 1.5 * 1_024 ** 2].map(bytesText)).toEqual(['0 bytes', '1 kB', '1.5 MB']);
  });
});

/** An upload whose sending the test steers. */
function held() {
  const sent = Promise.withResolvers<string>();
  let progress: (sentBytes: number, totalBytes: number) => void = () => undefined;
  const send: SendFile<string> = ({ signal, onProgress }) => {
    progress = onProgress;
    signal.addEventListener('abort', () => sent.reject(new DOMException('', 'AbortError')));
    return sent.promise;
  };
  return {
    send,
    progress: (...bytes: [number, number]) => act(() => progress(...bytes)),
    answer: (answer: string) => act(async () => sent.resolve(answer)),
    refuse: (error: unknown) => act(async () => sent.reject(error)),
  };
}

function Uploader(props: { send: SendFile<string>; reported: unknown[] }) {
  const upload = useUpload<string>({
    onDone: (answer) => props.reported.push(answer),
    onFailed: (error) => props.reported.push(error),
  });
  return (
    <MantineProvider env="test">
      <button type="button" onClick={() => upload.start(props.send)}>
        Start
      </button>
      <UploadBox
        file={file}
        problem={undefined}
        state={upload.state}
        onFile={() => undefined}
        onCancel={upload.cancel}
        onRetry={() => upload.start(props.send)}
      />
    </MantineProvider>
  );
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const bar = () => screen.queryByRole<HTMLProgressElement>('progressbar');

async function begin(upload: ReturnType<typeof held>) {
  const reported: unknown[] = [];
  render(<Uploader send={upload.send} reported={reported} />);
  await press('Start');
  return reported;
}

describe('an upload', () => {
  it('MED-006 shows how much is sent, then that it is checked, and is reset afterwards', async () => {
    const upload = held();
    const reported = await begin(upload);
    expect(bar()?.value).toBe(0);
    upload.progress(25, 100);
    expect(bar()?.value).toBe(0.25);
    expect(screen.getByRole('status').textContent).toContain('25%');
    upload.progress(100, 100);
    expect(bar()?.hasAttribute('value')).toBe(false);
    expect(screen.getByRole('status').textContent).toContain('checks');
    await upload.answer('media');
    expect(bar()).toBeNull();
    expect(reported).toEqual(['media']);
  });

  it('MED-006 is reset by Cancel, which is no failure', async () => {
    const upload = held();
    const reported = await begin(upload);
    upload.progress(25, 100);
    await press('Cancel');
    expect(bar()).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('10 bytes');
    expect(reported).toEqual([]);
  });

  it('MED-017 can be tried again after a failure', async () => {
    const upload = held();
    const reported = await begin(upload);
    await upload.refuse(new Error('full'));
    expect(reported).toEqual([new Error('full')]);
    expect(screen.getByRole('status').textContent).toContain('not uploaded');
    await press('Retry');
    expect(reported).toHaveLength(2);
  });

  it('ends with its page', async () => {
    let aborted = false;
    const { unmount } = render(
      <Uploader
        reported={[]}
        send={({ signal }) => {
          signal.addEventListener('abort', () => {
            aborted = true;
          });
          return new Promise(() => undefined);
        }}
      />,
    );
    await press('Start');
    unmount();
    expect(aborted).toBe(true);
  });
});
