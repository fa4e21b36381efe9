import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';

/** Beginning of the names of accounts that tests make; behind it stands the process that made it. */
const PREFIX = 'waypost-test-';
/** Milliseconds after which an account that nobody took away lets nobody in. */
const KEPT_MS = 2 * 86_400_000;

/** An account of this machine that lets in by a password, until the test takes it away again. */
interface PasswordAccount {
  account: string;
  password: string;
  remove(): void;
}

/** Only root makes accounts, as in CI; whoever runs tests as somebody else has none. */
export const canMakeAccounts = (): boolean => process.getuid?.() === 0 && existsSync('/usr/sbin/useradd');

/**
 * Makes one without a home, with a password of chance. One that an earlier test left behind, because it was killed, goes first.
 * @throws where `canMakeAccounts` is false
 */
export function makePasswordAccount(): PasswordAccount {
  for (const account of leftBehind()) removeAccount(account);
  const account = `${PREFIX}${process.pid}`;
  const password = randomBytes(18).toString('base64url');
  const expiry = new Date(Date.now() + KEPT_MS).toISOString().slice(0, 10);
  const place = ['--no-create-home', '--home-dir', '/', '--shell', '/bin/sh'];
  run(['/usr/sbin/useradd', ...place, '--no-user-group', '--expiredate', expiry, account]);
  const remove = () => {
    process.off('exit', remove);
    if (accounts().includes(account)) removeAccount(account);
  };
  // Also where a test ends the process before it comes to its end.
  process.on('exit', remove);
  try {
    run(['/usr/sbin/chpasswd', '--crypt-method', 'SHA512'], `${account}:${password}\n`);
  } catch (error) {
    remove();
    throw error;
  }
  return { account, password, remove };
}

const accounts = (): string[] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':')[0] ?? '')
    .filter((name) => name.startsWith(PREFIX));

const leftBehind = (): string[] =>
  accounts().filter((name) => {
    const pid = name.slice(PREFIX.length);
    return pid === String(process.pid) || !existsSync(`/proc/${pid}`);
  });

/** Also while something of it still runs. */
const removeAccount = (account: string): void => run(['/usr/sbin/userdel', '--force', account]);

function run(command: readonly string[], input = ''): void {
  const { exitCode, stderr } = Bun.spawnSync([...command], {
    stdin: Buffer.from(input),
    stdout: 'ignore',
    stderr: 'pipe',
  });
  if (exitCode !== 0) throw new Error(`${command[0]} ended with ${exitCode}: ${stderr}`);
}
