import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { runProgram } from '../runtime/process/run-program.ts';
import { findProxy } from '../scripts/proxy.ts';
import { isListening } from './listening.ts';
import { freePort } from './product.ts';

/** The file that operators use. */
export const CADDYFILE = join(import.meta.dir, '../docs/caddy/Caddyfile');
const START_LIMIT_MS = 30_000;

export interface RunningProxy {
  httpPort: number;
  httpsPort: number;
  /** The authority's own certificate, a PEM file. */
  authority: string;
  /** Names that a certificate was ever made for. */
  certificates(): string[];
  /** The same Caddy again, which remembers nothing but what is on its disk, without the certificate of one name. */
  restart(forgotten: string): Promise<void>;
  stop(): Promise<void>;
}

export interface ProxyAnswer {
  status: number;
  location: string | undefined;
  /** `2` for HTTP/2. */
  version: string;
  headers: Headers;
  body: string;
}

/**
 * Starts Debian's Caddy with the Caddyfile of this repository on ports of loopback. It is its own authority.
 * @param waypost where the product listens, `host:port`
 */
export async function startProxy(waypost: string, env: Record<string, string> = {}): Promise<RunningProxy> {
  const program = findProxy();
  if (program === undefined)
    throw new Error('caddy is not there: `npm test` installs it, or Debian’s package caddy');
  const folder = mkdtempSync(join(tmpdir(), 'waypost-caddy-'));
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const authority = join(folder, 'caddy/pki/authorities/local/root.crt');
  let child: Subprocess<'ignore', 'ignore', 'pipe'>;

  const start = async () => {
    child = Bun.spawn([program, 'run', '--config', CADDYFILE, '--adapter', 'caddyfile'], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        CADDY_ADMIN: 'off',
        CADDY_TLS: 'internal',
        CADDY_HTTP_PORT: String(httpPort),
        CADDY_HTTPS_PORT: String(httpsPort),
        WAYPOST: waypost,
        ...env,
      },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    });
    const said = new Response(child.stderr).text();
    const end = performance.now() + START_LIMIT_MS;
    while (!existsSync(authority) || !(await isListening(httpPort)) || !(await isListening(httpsPort))) {
      if (child.exitCode === null && performance.now() < end) await Bun.sleep(20);
      else {
        child.kill();
        throw new Error(`caddy did not start:\n${await said}`);
      }
    }
  };
  const end = async () => {
    child.kill('SIGTERM');
    await child.exited;
  };
  await start();
  const made = join(folder, 'caddy/certificates/local');
  return {
    httpPort,
    httpsPort,
    authority,
    certificates: () => (existsSync(made) ? readdirSync(made).toSorted() : []),
    async restart(forgotten) {
      await end();
      rmSync(join(made, forgotten), { recursive: true });
      await start();
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What curl says of a handshake that the server broke off, and of a certificate that is not for the name. */
const NO_HANDSHAKE = 35;
const NOT_FOR_THIS_NAME = 60;

/**
 * Asks by curl, as a browser does whose name server leads a name here: certificate and name are checked.
 * @param url the host is looked up nowhere, and the port is the proxy's
 * @param words more of curl's options
 * @returns undefined where there is no certificate for the name
 * @throws Error when no answer came for another reason
 */
export async function ask(
  proxy: Pick<RunningProxy, 'httpPort' | 'httpsPort' | 'authority'>,
  url: string,
  words: readonly string[] = [],
): Promise<ProxyAnswer | undefined> {
  const port = url.startsWith('https:') ? proxy.httpsPort : proxy.httpPort;
  const options = ['--silent', '--show-error', '--include', '--path-as-is', '--max-time', '20'];
  const { code, out, error } = await runProgram(
    ['curl', ...options, '--cacert', proxy.authority, '--connect-to', `::127.0.0.1:${port}`, ...words, url],
    { env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' } },
  );
  if (code === NO_HANDSHAKE || code === NOT_FOR_THIS_NAME) return undefined;
  if (code !== 0) throw new Error(`${url}: ${error}`);
  const [head = '', ...rest] = out.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const [, version = '', status = '0'] = /^HTTP\/(\S+) (\d+)/.exec(line) ?? [];
  const headers = new Headers();
  for (const field of fields) {
    const colon = field.indexOf(':');
    headers.append(field.slice(0, colon), field.slice(colon + 1).trim());
  }
  const location = headers.get('location') ?? undefined;
  return { status: Number(status), version, headers, location, body: rest.join('\r\n\r\n') };
}
