import { existsSync } from 'node:fs';
import { installPackages } from './system-packages.ts';

/** Where Debian puts Caddy; CADDY names another one. */
const PLACE = '/usr/bin/caddy';

/** Where the proxy is, or undefined. */
export function findProxy(): string | undefined {
  const path = process.env.CADDY || PLACE;
  return existsSync(path) ? path : undefined;
}

/** Sees to it that the tests of HTTPS have a real proxy: installs Debian's package where it may, else says what to install. */
export function installProxy(): boolean {
  if (findProxy() !== undefined) return true;
  if (installPackages(['caddy']) && findProxy() !== undefined) {
    // Debian's package brings a service that takes port 80 for a page of its own; the tests start a Caddy of theirs.
    if (existsSync('/run/systemd/system'))
      Bun.spawnSync(['systemctl', 'disable', '--now', 'caddy.service'], {
        stdout: 'ignore',
        stderr: 'ignore',
      });
    return true;
  }
  console.error('The tests of HTTPS need Caddy: install Debian’s package caddy or set CADDY to its path.');
  return false;
}
