import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import type { MachineKey } from '../runtime/sdk/platform/index.ts';
import { findSshServer } from '../scripts/ssh-server.ts';
import { isListening } from './listening.ts';
import { freePort } from './product.ts';

const START_LIMIT_MS = 20_000;
/** What everything has in its environment that is started over one of these servers. */
const MARK = 'WAYPOST_TEST_MACHINE';
/** Looks for what was started, the last of which finds nothing: a program may start another while it is looked for. */
const MOST_LOOKS = 20;

export interface RunningSshServer {
  port: number;
  /** The account that this test runs as: without rights an SSH server lets nobody else in. */
  account: string;
  /** A private key that it lets in, as `ssh-keygen` writes it. */
  privateKey: string;
  /** The same, behind a password of its own. */
  lockedKey: string;
  /** What it proves itself with. */
  key: MachineKey;
  /** What it says of who came. */
  log(): string;
  /** The same server with another host key, as after a new installation, or as somebody in between would be. */
  changeKey(type?: 'ed25519' | 'ecdsa'): Promise<MachineKey>;
  /** The first host key again. */
  restoreKey(): Promise<void>;
  /** Ends whatever serves its connections, as a machine does that loses its power. */
  cut(): void;
  stop(): Promise<void>;
  /** Comes back after `stop`. */
  start(): Promise<void>;
  /** Ends it and whatever was started over it, also what has lost its connection or ignores every request to end. */
  dispose(): Promise<void>;
}

/**
 * Starts Debian's OpenSSH server on a port of loopback, with host keys and a configuration of its own. It runs as whoever runs the test.
 * @param options lines of sshd_config, such as `ForceCommand …`
 */
export async function startSshServer(options: readonly string[] = []): Promise<RunningSshServer> {
  const program = findSshServer();
  if (program === undefined)
    throw new Error('sshd is not there: `npm test` installs it, or Debian’s package openssh-server');
  const folder = mkdtempSync(join(tmpdir(), 'waypost-sshd-'));
  const path = (name: string) => join(folder, name);
  // Where the server of root locks itself in.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  makeKey(path('host'), 'ed25519');
  makeKey(path('user'), 'ed25519');
  makeKey(path('locked'), 'ed25519', 'a password of its own');
  writeFileSync(path('authorized'), readFileSync(path('user.pub')));
  const port = await freePort();
  let host = 'host';
  let child: Subprocess | undefined;
  const start = async () => {
    writeFileSync(path('config'), [...configOf({ folder, port, host }), ...options, ''].join('\n'));
    child = Bun.spawn([program, '-D', '-E', path('log'), '-f', path('config')], {
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    });
    const end = performance.now() + START_LIMIT_MS;
    while (!(await isListening(port))) {
      if (child.exitCode !== null || performance.now() > end)
        throw new Error(`sshd did not start:\n${log()}`);
      await Bun.sleep(20);
    }
  };
  const stop = async () => {
    child?.kill('SIGTERM');
    await child?.exited;
  };
  // Where the test's process ends before it disposes of anything.
  const onExit = () => {
    child?.kill('SIGKILL');
    endStarted(folder);
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', onExit);
  const log = () => (existsSync(path('log')) ? readFileSync(path('log'), 'utf8') : '');
  const change = async (name: string) => {
    await stop();
    host = name;
    await start();
  };
  await start();
  return {
    port,
    account: Bun.spawnSync(['id', '-un']).stdout.toString().trim(),
    log,
    start,
    stop,
    privateKey: readFileSync(path('user'), 'utf8'),
    lockedKey: readFileSync(path('locked'), 'utf8'),
    key: keyOf(path('host')),
    async changeKey(type = 'ed25519') {
      const name = `other-${type}`;
      if (!existsSync(path(name))) makeKey(path(name), type);
      await change(name);
      return keyOf(path(name));
    },
    restoreKey: () => change('host'),
    cut() {
      for (const pid of descendants(child?.pid ?? 0)) process.kill(pid, 'SIGKILL');
    },
    async dispose() {
      process.off('exit', onExit);
      await stop();
      endStarted(folder);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configOf = ({ folder, port, host }: { folder: string; port: number; host: string }) => [
  `Port ${port}`,
  'ListenAddress 127.0.0.1',
  `HostKey ${join(folder, host)}`,
  `AuthorizedKeysFile ${join(folder, 'authorized')}`,
  'StrictModes no',
  'UsePAM no',
  'PidFile none',
  'PermitRootLogin yes',
  'PasswordAuthentication yes',
  'LogLevel VERBOSE',
  'MaxStartups 200',
  // bash reads no ~/.bashrc below another shell: what whoever runs the tests has in theirs is not what they are about.
  `SetEnv ${MARK}=${folder} SHLVL=1`,
];

function makeKey(file: string, type: string, password = ''): void {
  const { exitCode, stderr } = Bun.spawnSync(['ssh-keygen', '-q', '-t', type, '-N', password, '-f', file]);
  if (exitCode !== 0) throw new Error(`ssh-keygen: ${stderr}`);
  chmodSync(file, 0o600);
}

/** As OpenSSH itself says it: `256 SHA256:… comment (ED25519)`. */
function keyOf(file: string): MachineKey {
  const { stdout } = Bun.spawnSync(['ssh-keygen', '-l', '-E', 'sha256', '-f', `${file}.pub`]);
  const fingerprint = stdout.toString().split(' ')[1] ?? '';
  return { type: readFileSync(`${file}.pub`, 'utf8').split(' ')[0] ?? '', fingerprint };
}

/** Ends what was started over a server, wherever it hangs now: a program whose connection is gone belongs to nobody. */
function endStarted(folder: string): void {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const pids = started(folder);
    if (pids.length === 0) return;
    for (const pid of pids)
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has just ended by itself.
      }
  }
}

const started = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && environmentOf(name).includes(`${MARK}=${folder}`))
    .map(Number);

/** `NAME=value` of each; none of those that are gone, that have ended and wait for their parent, or that are somebody else's. */
function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    return [];
  }
}

/** Processes below one, the deepest last. */
function descendants(pid: number): number[] {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(pid)]);
  const children = stdout.toString().trim().split(/\s+/).filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}
