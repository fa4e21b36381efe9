import { existsSync } from 'node:fs';
import { installPackages } from './system-packages.ts';

/** Where Debian puts OpenSSH's server; it is in no search path of an ordinary user. */
const PLACE = '/usr/sbin/sshd';

/** Where the SSH server is, or undefined. */
export const findSshServer = (): string | undefined => (existsSync(PLACE) ? PLACE : undefined);

/** Sees to it that the tests of machines have a real SSH server: installs Debian's package where it may, else says what to install. */
export function installSshServer(): boolean {
  if (findSshServer() !== undefined) return true;
  if (installPackages(['openssh-server', 'openssh-client']) && findSshServer() !== undefined) {
    // Debian's package brings a service at port 22; the tests start servers of theirs.
    if (existsSync('/run/systemd/system'))
      Bun.spawnSync(['systemctl', 'disable', '--now', 'ssh.service'], { stdout: 'ignore', stderr: 'ignore' });
    return true;
  }
  console.error('The tests of machines need an SSH server: install Debian’s package openssh-server.');
  return false;
}
