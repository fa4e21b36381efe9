import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity, connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import type { Certificate, CertificateAnswer, CertificateFault } from '@waypost/sdk';
import { z } from 'zod';
import { readEnteredHost } from './entered-address.ts';
import type { PinnedSources } from './pinned-request.ts';
import { reachHost } from './reach-host.ts';
import { untilAborted } from './until-aborted.ts';

const HTTPS_PORT = 443;

const zLook = z.object({
  host: z.string(),
  port: z.int().default(HTTPS_PORT),
  limitMs: z.int().min(1).max(30_000).default(10_000),
});

/** A chain that is longer than this is none that anybody uses. */
const MOST_CERTIFICATES = 10;

const FAULTS: Readonly<Record<string, CertificateFault>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_name',
  HOSTNAME_MISMATCH: 'wrong_name',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_issuer',
};

/**
 * Shakes hands with a server as a client does that wants a host, and says what it showed; nothing is asked of it.
 * @throws AppError as `Internet.certificate` of the SDK says
 */
export async function lookAtCertificate(
  params: unknown,
  sources: PinnedSources,
  signal: AbortSignal,
): Promise<CertificateAnswer> {
  const { host: entered, port, limitMs } = zLook.parse(params);
  const host = readEnteredHost(entered, port);
  return reachHost({
    hostname: host,
    host,
    sources,
    signal,
    limitMs,
    connect: ({ address }, either) =>
      shakeHands({
        host,
        address,
        signal: either,
        authorities: sources.authorities,
        port: port === HTTPS_PORT ? (sources.webPorts?.[1] ?? port) : port,
      }),
  });
}

interface Handshake {
  host: string;
  address: string;
  port: number;
  signal: AbortSignal;
  authorities: readonly string[] | undefined;
}

async function shakeHands({
  host,
  address,
  port,
  signal,
  authorities,
}: Handshake): Promise<CertificateAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<CertificateAnswer>();
  const bare = host.replace(/^\[|\]$/g, '');
  const socket = connect({
    host: address,
    port,
    // An address is not asked for by name (RFC 6066, section 3).
    ...(isIP(bare) === 0 ? { servername: bare } : {}),
    // What a client does not accept is looked at, and nothing is sent to it.
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    ...(authorities === undefined ? {} : { ca: [...authorities] }),
  });
  socket.on('secureConnect', () => {
    try {
      resolve(answerOf(socket, bare, address));
    } catch (error) {
      reject(error);
    }
  });
  socket.on('error', reject);
  socket.on('close', () => reject(new Error('closed before the handshake was over')));
  try {
    return await untilAborted(signal, promise);
  } finally {
    socket.destroy();
  }
}

function answerOf(socket: TLSSocket, host: string, address: string): CertificateAnswer {
  const shown = socket.getPeerCertificate(true);
  // Browsers have not looked for a name in the subject since 2017.
  const isForName = shown.subjectaltname !== undefined && checkServerIdentity(host, shown) === undefined;
  const code = socket.authorized ? undefined : faultCodeOf(socket.authorizationError);
  const faultCode = code ?? (isForName ? null : 'ERR_TLS_CERT_ALTNAME_INVALID');
  return {
    address,
    protocol: socket.getProtocol() ?? '',
    isTrusted: faultCode === null,
    fault: faultCode === null ? null : (FAULTS[faultCode] ?? 'other'),
    faultCode,
    isForName,
    chain: chainOf(shown).map(certificateOf),
  };
}

/** Typed as an error; here and in Node it is the code. */
function faultCodeOf(error: unknown): string {
  if (typeof error === 'string') return error;
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}

/** From the server's own upwards. The last one of a whole chain names itself as who vouches for it. */
function chainOf(first: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next: DetailedPeerCertificate | undefined = first;
  while (next?.raw !== undefined && chain.length < MOST_CERTIFICATES) {
    chain.push(new X509Certificate(next.raw));
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

const NAME = /(?:DNS|IP Address):("(?:[^"\\]|\\.)*"|[^,]*)/g;

function certificateOf(one: X509Certificate): Certificate {
  return {
    subject: one.subject?.replaceAll('\n', ', ') ?? '',
    issuer: one.issuer?.replaceAll('\n', ', ') ?? '',
    names: [...(one.subjectAltName ?? '').matchAll(NAME)].map(([, name = '']) => name.trim()),
    notBefore: new Date(one.validFrom).toISOString(),
    notAfter: new Date(one.validTo).toISOString(),
    fingerprint: one.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}
