/** TypeScript runs without a build here, which needs Node 24; npm installs it as a dependency. */
const NEEDED_MAJOR = 24;

/** One sentence when this Node is too old; undefined when it will do. */
export function nodeVersionProblem(version: string): string | undefined {
  if (Number.parseInt(version, 10) >= NEEDED_MAJOR) return undefined;
  return `Interlude needs Node ${NEEDED_MAJOR} and this is Node ${version}. Start it with \`npm ci && npm start\`: that brings and uses its own Node.`;
}
