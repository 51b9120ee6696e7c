/** Exits with an instruction if Node.js is too old. Call it before loading any other module. */
export function requireNodeVersion(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 17)) return;
  process.stderr.write(
    `Lectern needs Node.js 22.17 or newer, and this is ${process.versions.node}: install a newer one, or start with "npm start", which brings its own on Linux.\n`,
  );
  process.exit(1);
}
