import type { OutgoingLetter, SendResult, SmtpServer } from '@waypost/sdk/platform';
import { htmlOf } from './letter-html.ts';

/** Until a connection stands and until the server has greeted, milliseconds each. */
const CONNECT_LIMIT_MS = 10_000;
/** Silence in the middle of a conversation, milliseconds. */
const SILENCE_LIMIT_MS = 20_000;
/** A whole conversation, however slowly the server talks: less than the time that a letter is claimed for. */
const SENDING_LIMIT_MS = 60_000;
/** Characters of what a server said that are kept. */
const ANSWER_LENGTH = 300;

export interface SendOptions {
  /** Certificate authorities in place of those that the machine trusts, PEM. */
  authorities?: string;
  limitMs?: number;
}

interface SmtpFailure extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** Hands one letter to the operator's server and says what it answered. Never throws for what a server does. */
export async function sendBySmtp(
  server: SmtpServer,
  letter: OutgoingLetter,
  { authorities, limitMs = SENDING_LIMIT_MS }: SendOptions = {},
): Promise<SendResult> {
  // A process that sends nothing does not load it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.security === 'tls',
    requireTLS: server.security === 'starttls',
    ignoreTLS: server.security === 'none',
    ...(server.user === '' ? {} : { auth: { user: server.user, pass: server.password } }),
    tls: { minVersion: 'TLSv1.2', ...(authorities === undefined ? {} : { ca: authorities }) },
    connectionTimeout: Math.min(CONNECT_LIMIT_MS, limitMs),
    greetingTimeout: Math.min(CONNECT_LIMIT_MS, limitMs),
    socketTimeout: Math.min(SILENCE_LIMIT_MS, limitMs),
    dnsTimeout: Math.min(CONNECT_LIMIT_MS, limitMs),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${Math.ceil(limitMs / 1000)} s`)),
    limitMs,
  );
  try {
    const { response } = await Promise.race([transport.sendMail(messageOf(server, letter)), late.promise]);
    return { is_sent: true, answer: shortened(response) };
  } catch (error) {
    return failureOf(error as SmtpFailure);
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

function messageOf(server: SmtpServer, { id, to, subject, text, link, fromName }: OutgoingLetter) {
  return {
    from: { name: oneLine(fromName), address: server.from },
    to: { name: '', address: to },
    ...(server.replyTo === '' ? {} : { replyTo: server.replyTo }),
    subject: oneLine(subject),
    text: link === undefined ? text : `${text}\n\n${link}`,
    html: htmlOf(text, link),
    messageId: `<${id}@${server.from.split('@').at(-1)}>`,
    // RFC 3834: nobody's holiday notice answers it.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** RFC 5321, 4.2.1: 5yz is for ever. A login or a connection that fails says nothing about the letter. */
function failureOf({ code, responseCode, response, message }: SmtpFailure): SendResult {
  const isAboutLetter = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isForEver = responseCode !== undefined && responseCode >= 500;
  return {
    is_sent: false,
    answer: shortened(response ?? message),
    is_final: isAboutLetter && isForEver,
    is_server: !isAboutLetter,
  };
}

/** Whatever ends a line could begin a header of its own. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
const shortened = (text: string) => oneLine(text).slice(0, ANSWER_LENGTH);
