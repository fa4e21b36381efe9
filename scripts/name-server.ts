import { existsSync } from 'node:fs';
import { installPackages } from './system-packages.ts';

/** Where Debian puts the name server that look-ups are tried against; it is in no search path of an ordinary user. */
const PLACES = ['/usr/sbin/knotd', '/usr/local/sbin/knotd'];

/** Where the name server is, or undefined. */
export const findNameServer = (): string | undefined => PLACES.find((path) => existsSync(path));

/** Sees to it that the tests have a real name server, can make certificates and have zones read by BIND: installs Debian's packages where it may, else says what to install. */
export function installNameServer(): boolean {
  const missing = [
    ...(findNameServer() === undefined ? ['knot'] : []),
    ...(Bun.which('openssl') === null ? ['openssl'] : []),
    ...(Bun.which('named-checkzone') === null ? ['bind9-utils'] : []),
  ];
  if (missing.length === 0 || (installPackages(missing) && findNameServer() !== undefined)) return true;
  console.error(
    `The tests of look-ups and zones need ${missing.join(' and ')}: install Debian's packages of these names.`,
  );
  return false;
}
