// Runs before npm start and npm test, on whatever Node there is: one sentence instead of a stack trace.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const installed = existsSync(join(root, 'node_modules', '@interlude', 'runtime'));
if (!installed || Number.parseInt(process.versions.node, 10) < 24) {
  const problem = installed
    ? `This is Node ${process.versions.node} and Interlude needs 24, which the installation lacks.`
    : 'Interlude is not installed yet.';
  process.stderr.write(`${problem} Run \`npm ci\` in ${root}, then try again.\n`);
  process.exit(1);
}
