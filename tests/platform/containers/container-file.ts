/**
 * Executes Containerfile in plain folders, one for each stage: COPY with .dockerignore, RUN, ENV, WORKDIR and the
 * commands. Missing in comparison with an image: the accounts and the programs of its base.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, matchesGlob, relative } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../tools/root.ts';

const execute = promisify(execFile);

export interface PlainImage {
  /** The folder that is `/` in a container. */
  readonly folder: string;
  /** Where its commands run, on this machine. */
  readonly workFolder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly entrypoint: readonly string[];
  readonly user: string;
}

interface Stage {
  folder: string;
  workdir: string;
  environment: Record<string, string>;
  entrypoint: string[];
  user: string;
}

interface Instruction {
  readonly name: string;
  readonly rest: string;
}

async function instructions(): Promise<Instruction[]> {
  const text = await readFile(join(root, 'Containerfile'), 'utf8');
  return text
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...words] = line.split(' ');
      return { name, rest: words.join(' ') };
    });
}

/** The files of a clean checkout that .dockerignore leaves: its last pattern for a file or a folder above it decides. */
async function contextFiles(): Promise<readonly string[]> {
  const listed = ['ls-files', '-co', '--exclude-standard'];
  const { stdout } = await execute('git', listed, { cwd: root, maxBuffer: 2 ** 24 });
  const patterns = (await readFile(join(root, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isLeft = (file: string): boolean => {
    const parts = file.split('/');
    const paths = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    const last = patterns.findLast((pattern) =>
      paths.some((path) => matchesGlob(path, pattern.replace('!', ''))),
    );
    return last === undefined || last.startsWith('!');
  };
  return stdout.split('\n').filter((file) => file !== '' && isLeft(file));
}

/**
 * Copies the packages that `npm ci` would install, without a registry: npm lists those of this installation that the
 * same arguments select.
 */
async function install(args: readonly string[], folder: string): Promise<void> {
  const selected = [
    'ls',
    '--all',
    '--parseable',
    ...args.filter((arg) => arg !== '--ignore-scripts'),
  ];
  const { stdout } = await execute('npm', selected, { cwd: root, maxBuffer: 2 ** 24 });
  const paths = stdout.split('\n').map((path) => relative(root, path));
  const packages = paths.filter((path) => path.includes('node_modules/'));
  if (packages.length === 0) throw new Error(`npm ${selected.join(' ')} names no package`);
  const nested = (path: string) => packages.some((other) => path.startsWith(`${other}/`));
  for (const path of [...packages.filter((each) => !nested(each)), 'node_modules/.bin']) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await execute('cp', ['-a', join(root, path), join(folder, path)]);
  }
}

class Builder {
  readonly #work: string;
  readonly #files: readonly string[];
  readonly #stages = new Map<string, Stage>();
  #stage: Stage = { folder: '', workdir: '/', environment: {}, entrypoint: [], user: 'root' };

  constructor(work: string, files: readonly string[]) {
    this.#work = work;
    this.#files = files;
  }

  #inStage(path: string): string {
    const { folder, workdir } = this.#stage;
    return join(folder, path.startsWith('/') ? path : join(workdir, path));
  }

  async #from(rest: string): Promise<void> {
    const [base = '', , name = 'image'] = rest.split(' ');
    const known = this.#stages.get(base);
    const folder = join(this.#work, name);
    await mkdir(folder, { recursive: true });
    if (known) await execute('cp', ['-al', `${known.folder}/.`, folder]);
    const fresh = { workdir: '/', environment: {}, entrypoint: [], user: 'root' };
    this.#stage = { ...fresh, ...structuredClone(known), folder };
    this.#stages.set(name, this.#stage);
  }

  async #copyFromContext(source: string, to: string, isFolder: boolean): Promise<void> {
    const files = this.#files.filter((file) => file === source || file.startsWith(`${source}/`));
    if (files.length === 0) throw new Error(`COPY ${source}: nothing of it is in the context`);
    for (const file of files) {
      const name = isFolder ? source : '';
      const target = join(to, file === source ? name : relative(source, file));
      await mkdir(dirname(target), { recursive: true });
      await cp(join(root, file), target, { preserveTimestamps: true });
    }
  }

  async #copy(rest: string): Promise<void> {
    const words = rest.split(' ');
    const from = /^--from=(.+)$/.exec(words[0] ?? '')?.[1];
    const sources = words.slice(from === undefined ? 0 : 1, -1);
    const target = words.at(-1) ?? '';
    const to = this.#inStage(target);
    for (const source of sources) {
      if (from === undefined) {
        await this.#copyFromContext(source, to, target.endsWith('/') || sources.length > 1);
      } else {
        await mkdir(to, { recursive: true });
        // Hard links: no instruction changes a file in place.
        await execute('cp', ['-al', `${this.#stages.get(from)?.folder}${source}/.`, to]);
      }
    }
  }

  async #run(rest: string): Promise<void> {
    const { environment, folder } = this.#stage;
    const cwd = this.#inStage('.');
    if (rest.startsWith('npm ci ')) {
      await install(rest.split(' ').slice(2), cwd);
      return;
    }
    // The accounts and programs of the image are not those of this machine.
    const commands = rest
      .split(' && ')
      .filter((command) => !/^chown |\/usr\/local\/bin\//.test(command));
    const text = commands.join(' && ').replaceAll(/(?<= )\/(?=\w)/g, `${folder}/`);
    const env = { ...process.env, ...environment };
    await execute('sh', ['-c', text], { cwd, env, maxBuffer: 2 ** 24 });
  }

  async follow({ name, rest }: Instruction): Promise<void> {
    const stage = this.#stage;
    if (name === 'FROM') await this.#from(rest);
    else if (name === 'COPY') await this.#copy(rest);
    else if (name === 'RUN') await this.#run(rest);
    else if (name === 'USER') stage.user = rest;
    else if (name === 'ENTRYPOINT') stage.entrypoint = JSON.parse(rest) as string[];
    else if (name === 'ENV') {
      const pairs = rest.split(' ').map((pair) => pair.split('='));
      Object.assign(stage.environment, Object.fromEntries(pairs));
    } else if (name === 'WORKDIR') {
      stage.workdir = rest;
      await mkdir(this.#inStage('.'), { recursive: true });
    } else if (!['VOLUME', 'EXPOSE', 'HEALTHCHECK'].includes(name)) {
      throw new Error(`not understood: ${name} ${rest}`);
    }
  }

  get image(): PlainImage {
    const { folder, environment, entrypoint, user } = this.#stage;
    return { folder, workFolder: this.#inStage('.'), environment, entrypoint, user };
  }
}

/** Builds every stage below `work` and answers the last one. */
export async function buildPlainImage(work: string): Promise<PlainImage> {
  const builder = new Builder(work, await contextFiles());
  for (const instruction of await instructions()) await builder.follow(instruction);
  return builder.image;
}

/** True when a file or folder exists in an image. */
export const isInImage = (image: PlainImage, path: string): Promise<boolean> =>
  stat(join(image.workFolder, path)).then(
    () => true,
    () => false,
  );
