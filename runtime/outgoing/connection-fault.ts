import { AppError } from '@waypost/contract';
import { internetErrors } from './internet-errors.ts';
import { AnswerTooLarge } from './request-once.ts';

const UNREACHABLE = new Set(['ENETUNREACH', 'EHOSTUNREACH', 'EADDRNOTAVAIL', 'EHOSTDOWN', 'ENETDOWN']);
/** Of the handshake: OpenSSL's names of what is wrong with a certificate, and of a peer that speaks no TLS. */
const OF_TLS =
  /^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_|CRL_|ERR_OSSL)/;

export interface FaultPlace {
  host: string;
  /** Whether the time was over. */
  isOver: boolean;
}

/** What a failed connection is called to those who asked for it. */
export function connectionFault(error: unknown, { host, isOver }: FaultPlace): AppError {
  if (error instanceof AppError) return error;
  const extra = { cause: error };
  if (isOver) return internetErrors.timedOut.create({ host }, extra);
  if (error instanceof AnswerTooLarge) return internetErrors.tooLarge.create({ host }, extra);
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return internetErrors.connectionRefused.create({ host }, extra);
  if (code === 'ETIMEDOUT') return internetErrors.timedOut.create({ host }, extra);
  if (code === 'HPE_HEADER_OVERFLOW') return internetErrors.tooLarge.create({ host }, extra);
  if (UNREACHABLE.has(code)) return internetErrors.unreachable.create({ host }, extra);
  if (OF_TLS.test(code)) return internetErrors.tlsFailed.create({ host, reason: code }, extra);
  return internetErrors.connectionBroken.create({ host }, extra);
}

/** Whether the next address of a name may be tried: nothing was sent yet. */
export function isBeforeSending(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ECONNREFUSED' || UNREACHABLE.has(code);
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
