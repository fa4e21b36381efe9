/** A letter to somebody outside, as a plugin has it sent. */
export interface MailLetter {
  /** One e-mail address. */
  to: string;
  /** At most 300 characters; line ends become spaces. */
  subject: string;
  /** At most 10,000 characters; paragraphs are parted by empty lines. */
  text: string;
  /** The same plugin sends one letter for each occasion, whichever and however many processes ask for it. */
  occasion: string;
}

/** Service of the plugin `system`: letters over the operator's SMTP server. */
export interface SystemMail {
  /** Whether an operator has set a server up. */
  isOn(): Promise<boolean>;
  /**
   * Queues a letter; it goes out within seconds, or is tried again for hours while the server does not take it.
   * Errors: `mail_off` 409 where no server is set up, `mail_queue_full` 429, `invalid_input` 422.
   * @returns false: it was sent for this occasion before
   */
  send(letter: MailLetter): Promise<boolean>;
  /** The language that the operator chose for letters. */
  locale(): Promise<'zh-CN' | 'en-US' | 'sw-KE'>;
}

/** Name that `SystemMail` is provided under. */
export const SYSTEM_MAIL = 'system.mail';
