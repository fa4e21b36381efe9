import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A letter as it arrived. */
export interface ReceivedLetter {
  from: string;
  to: string[];
  /** Head and body as they went over the wire. */
  raw: string;
  isEncrypted: boolean;
  user: string | undefined;
}

export interface TestSmtpServer {
  port: number;
  received: ReceivedLetter[];
  /** What it answers to recipients: a status and a sentence, or undefined to take them. */
  refusal: { status: number; text: string } | undefined;
  close(): Promise<void>;
}

/** A real SMTP server on this machine.  */
export async function startSmtpServer(options: {
  /** PEM. */
  certificate?: { key: string; certificate: string };
  kind?: 'starttls' | 'tls' | 'none';
}): Promise<TestSmtpServer> {
  const { certificate, kind = 'starttls' } = options;
  const received: ReceivedLetter[] = [];
  const state: Pick<TestSmtpServer, 'refusal'> = { refusal: undefined };
  const settings: SMTPServerOptions = {
    secure: kind === 'tls',
    disabledCommands: kind === 'none' ? ['STARTTLS'] : [],
    ...(certificate === undefined ? {} : { key: certificate.key, cert: certificate.certificate }),
    authOptional: true,
    onAuth({ username, password }, _session, callback) {
      if (password === 'letters4us') callback(null, { user: username ?? '' });
      else callback(Object.assign(new Error('who are you'), { responseCode: 535 }));
    },
    onRcptTo(_address, _session, callback) {
      const { refusal } = state;
      if (refusal === undefined) callback();
      else callback(Object.assign(new Error(refusal.text), { responseCode: refusal.status }));
    },
    onData(stream, session, callback) {
      void text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          raw,
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        });
        callback(null, 'taken');
      });
    },
  };
  const server = new SMTPServer(settings);
  // What a client breaks off is what some of the tests are about.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    received,
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  });
}
