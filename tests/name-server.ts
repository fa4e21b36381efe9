import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNameServer } from '../scripts/name-server.ts';
import { isListening } from './listening.ts';
import { freePort } from './product.ts';

export interface Knot {
  port: number;
  /** Puts other records in the place of a zone's; undefined: the server fails for the zone (SERVFAIL). */
  change(zone: string, text: string | undefined): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Knot DNS on a port of loopback: a name server that others wrote and half of the world asks.
 * @param zones by their names, in the form of RFC 1035
 * @param place.addresses of loopback where it listens; default 127.0.0.1
 * @param place.port default: a free one
 */
export async function startKnot(
  zones: Readonly<Record<string, string>>,
  place: { addresses?: readonly string[]; port?: number } = {},
): Promise<Knot> {
  const { addresses = ['127.0.0.1'] } = place;
  const program = findNameServer();
  if (program === undefined)
    throw new Error('knotd is not there: `npm test` installs it, or Debian’s package knot');
  const folder = mkdtempSync(join(tmpdir(), 'waypost-knot-'));
  mkdirSync(join(folder, 'db'));
  const port = place.port ?? (await freePort());
  const listed = Object.entries(zones).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return `  - domain: ${name}\n    file: "${join(folder, name)}"\n`;
  });
  const workers = ['udp', 'tcp', 'background'].map((kind) => `    ${kind}-workers: 1\n`).join('');
  writeFileSync(
    join(folder, 'knot.conf'),
    `server:\n${addresses.map((address) => `    listen: ${address}@${port}\n`).join('')}    rundir: "${folder}"\n${workers}` +
      `database:\n    storage: "${join(folder, 'db')}"\nlog:\n  - target: stderr\n    any: warning\nzone:\n${listed.join('')}`,
  );
  const child = Bun.spawn([program, '-c', join(folder, 'knot.conf')], { stdout: 'ignore', stderr: 'pipe' });
  const said = new Response(child.stderr).text();
  const stop = async () => {
    child.kill('SIGTERM');
    await child.exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const end = performance.now() + 30_000;
  while (!(await isListening(port, addresses[0]))) {
    if (child.exitCode === null && performance.now() < end) await Bun.sleep(20);
    else {
      await stop();
      throw new Error(`knotd did not start:\n${await said}`);
    }
  }
  const control = async (...command: string[]) => {
    const knotc = program.replace(/knotd$/, 'knotc');
    const run = Bun.spawn([knotc, '-b', '-f', '-s', join(folder, 'knot.sock'), ...command], {
      stdout: 'pipe',
      stderr: 'pipe',
    });
    if ((await run.exited) !== 0)
      throw new Error(`${command.join(' ')}: ${await new Response(run.stderr).text()}`);
  };
  return {
    port,
    stop,
    async change(zone, text) {
      if (text === undefined) return control('zone-purge', '+expire', zone);
      writeFileSync(join(folder, zone), text);
      await control('reload');
      await control('zone-reload', zone);
    },
  };
}
