import { connect, type Socket } from 'node:net';
import type { MachineAddress, MachineFault, MachineKey, MachineSecret } from '@waypost/sdk/platform';
import type { Client } from 'ssh2';
import { findMachine } from './find-machine.ts';
import { hostKeyAlgorithms, isSameKey, readHostKey } from './host-key.ts';

/** Milliseconds until a connection stands, the keys are exchanged and the login is through, all together. */
export const OPEN_LIMIT_MS = 10_000;
/** A machine that says nothing for so long while a program runs is asked whether it is still there, milliseconds. */
const ALIVE_MS = 10_000;

/** What stood between us and a machine. */
export class MachineClosed extends Error {
  constructor(
    readonly fault: MachineFault,
    readonly key?: MachineKey,
    options?: ErrorOptions,
  ) {
    super(fault, options);
  }
}

export interface OpenMachine {
  client: Client;
  key: MachineKey;
  /** Milliseconds until it had shown its key. */
  milliseconds: number;
}

export interface OpenOptions {
  machine: MachineAddress;
  /** Left out: only the key is looked at, and nobody logs in. */
  login?: { account: string; secret: MachineSecret; key: MachineKey } | undefined;
  /** Without a login: a key of this one's kind is asked for. */
  kind?: MachineKey | undefined;
  signal?: AbortSignal | undefined;
  limitMs?: number | undefined;
}

/**
 * Connects to a machine and logs in, if its key is the one that was confirmed; before that nothing secret leaves us.
 * @throws MachineClosed; `signal`’s reason
 */
export async function openMachine({
  machine,
  login,
  kind,
  signal,
  limitMs = OPEN_LIMIT_MS,
}: OpenOptions): Promise<OpenMachine> {
  signal?.throwIfAborted();
  const start = performance.now();
  const over = AbortSignal.timeout(limitMs);
  const address = await Promise.race([findMachine(machine.host), ended(over)]);
  if (address === 'ended') throw new MachineClosed('timed_out');
  if (address === undefined) throw new MachineClosed('address');
  // A process that runs nothing elsewhere does not load it.
  const { Client: SshClient } = await import('ssh2');
  const client = new SshClient();
  const socket = connect({ host: address, port: machine.port });
  const stop = AbortSignal.any([over, ...(signal === undefined ? [] : [signal])]);
  const shown: { key?: MachineKey; milliseconds: number } = { milliseconds: 0 };
  const { promise, resolve, reject } = Promise.withResolvers<OpenMachine>();
  // Where connecting itself throws nobody waits for it any more.
  promise.catch(() => undefined);
  const fail = (error: unknown) => reject(error);
  const onStop = () => {
    client.destroy();
    socket.destroy();
    fail(over.aborted ? new MachineClosed('timed_out', shown.key) : signal?.reason);
  };
  stop.addEventListener('abort', onStop, { once: true });
  watchSocket(socket, fail);
  client.on('ready', () => {
    if (shown.key !== undefined) resolve({ client, key: shown.key, milliseconds: shown.milliseconds });
  });
  client.on('error', (error: Error & { level?: string }) => fail(faultOf(error, login, shown.key)));
  client.on('close', () => fail(new MachineClosed('closed', shown.key)));
  try {
    client.connect({
      sock: socket,
      username: login?.account ?? '',
      ...secretOf(login?.secret),
      // Whoever is asked for more than a password or key is refused: nobody sits here to answer.
      authHandler: login === undefined ? [] : ['password' in login.secret ? 'password' : 'publickey'],
      algorithms: { serverHostKey: hostKeyAlgorithms(login?.key ?? kind) },
      readyTimeout: 0,
      keepaliveInterval: ALIVE_MS,
      keepaliveCountMax: 3,
      hostVerifier: (blob: Buffer) => {
        const key = readHostKey(blob);
        shown.key = key;
        shown.milliseconds = Math.max(1, Math.round(performance.now() - start));
        if (login === undefined) {
          fail(new Shown(key, shown.milliseconds));
          return false;
        }
        if (isSameKey(login.key, key)) return true;
        fail(new MachineClosed('key_changed', key));
        return false;
      },
    });
    return await promise;
  } catch (error) {
    client.destroy();
    socket.destroy();
    throw known(error, login);
  } finally {
    stop.removeEventListener('abort', onStop);
  }
}

/** Not a failure: the key was all that was wanted. */
export class Shown extends Error {
  constructor(
    readonly key: MachineKey,
    readonly milliseconds: number,
  ) {
    super('shown');
  }
}

const ended = (signal: AbortSignal) =>
  new Promise<'ended'>((resolve) => signal.addEventListener('abort', () => resolve('ended'), { once: true }));

function watchSocket(socket: Socket, fail: (error: unknown) => void): void {
  let isThere = false;
  socket.on('connect', () => {
    isThere = true;
    socket.setNoDelay(true);
  });
  socket.on('error', (cause) =>
    fail(new MachineClosed(isThere ? 'closed' : 'unreachable', undefined, { cause })),
  );
  socket.on('close', () => fail(new MachineClosed(isThere ? 'closed' : 'unreachable')));
}

function secretOf(secret: MachineSecret | undefined) {
  if (secret === undefined) return {};
  return 'password' in secret ? { password: secret.password } : { privateKey: secret.privateKey };
}

/** What the library says of a failure, by its level: texts of the other side are believed in nothing. */
function faultOf(
  error: Error & { level?: string },
  login: OpenOptions['login'],
  key: MachineKey | undefined,
): unknown {
  const cause = { cause: error };
  switch (error.level) {
    case 'client-authentication':
      return new MachineClosed('login_refused', key, cause);
    case 'client-socket':
      return new MachineClosed(key === undefined ? 'unreachable' : 'closed', key, cause);
    case 'handshake':
      // It has no key of the kind that was confirmed any more.
      return new MachineClosed(
        login !== undefined && /host key/i.test(error.message) ? 'key_changed' : 'no_ssh',
        key,
        cause,
      );
    case 'protocol':
      return new MachineClosed(key === undefined ? 'no_ssh' : 'closed', key, cause);
    default:
      return new MachineClosed('closed', key, cause);
  }
}

/** What was thrown at once, before anything was sent, is about the private key. */
function known(error: unknown, login: OpenOptions['login']): unknown {
  if (error instanceof MachineClosed || error instanceof Shown) return error;
  if (error instanceof Error && login !== undefined && /privateKey|passphrase|parse/i.test(error.message))
    return new MachineClosed('secret_unreadable', undefined, { cause: error });
  return error;
}
