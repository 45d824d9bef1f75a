/** `node healthcheck.mjs <port>`: ends with 0 when the role on that port of this machine says that it is ready. */
const [port] = process.argv.slice(2);
const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
process.exitCode = answer?.ok ? 0 : 1;
