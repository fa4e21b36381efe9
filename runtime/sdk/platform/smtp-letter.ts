/** Where letters go out, as an operator has set it. */
export interface SmtpServer {
  host: string;
  port: number;
  /** `starttls`: encrypted before anything is said, or nothing is sent. `none`: in the clear. */
  security: 'starttls' | 'tls' | 'none';
  /** Empty: without login. */
  user: string;
  password: string;
  from: string;
  /** Empty: to the sender. */
  replyTo: string;
}

/** One letter as it goes out. */
export interface OutgoingLetter {
  /** The same at each try: whoever gets it twice can tell. */
  id: string;
  to: string;
  subject: string;
  /** Paragraphs are parted by empty lines. */
  text: string;
  /** Address that stands under the text. */
  link?: string | undefined;
  /** Who it comes from, for people. */
  fromName: string;
}

/**
 * What came of a try. `is_final`: the server will never take this letter. `is_server`: it is not about the letter; no other
 * would go out now either.
 */
export type SendResult =
  | { is_sent: true; answer: string }
  | { is_sent: false; answer: string; is_final: boolean; is_server: boolean };

/**
 * Hands one letter to an SMTP server and says what it answered. Never throws for what a server does. `limitMs`: a whole
 * conversation, at most a minute.
 */
export type SendLetter = (
  server: SmtpServer,
  letter: OutgoingLetter,
  options?: { limitMs?: number },
) => Promise<SendResult>;
