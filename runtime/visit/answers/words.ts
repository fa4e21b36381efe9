/** Every page a visitor can be shown instead of a target. */
export type RefusalKind =
  | 'unknown'
  | 'paused'
  | 'unclaimed'
  | 'gone'
  | 'frozen'
  | 'refused'
  | 'weChatOnly'
  | 'onlyViaScan'
  | 'unavailable';

export interface PageWords {
  refusals: Readonly<Record<RefusalKind, { title: string; text: string }>>;
  report: string;
  /** Of the choice among the languages that a text is written in. */
  languages: string;
  /** To whoever has an unclaimed code in hand. */
  claim: string;
  opening: string;
  open: string;
  picture: { title: string; text: string };
  password: PasswordWords;
  contact: Readonly<Record<'save' | 'phone' | 'email' | 'website' | 'address' | 'note', string>>;
}

interface PasswordWords
  extends Readonly<Record<'title' | 'text' | 'label' | 'open' | 'wrong' | 'again', string>> {
  lockedMinutes(minutes: number): string;
  lockedSeconds(seconds: number): string;
}

/**
 * The words of visitors' pages in one language: plain texts, none of them markup.
 * @param text the text of a key of `locales/<lng>/visit.json`
 * @param counted the same of a plural, with the number filled in
 */
export function pageWords(
  text: (key: string) => string,
  counted: (key: string, count: number) => string,
): PageWords {
  const refusal = (kind: RefusalKind) => ({
    title: text(`visit.refusal.${kind}.title`),
    text: text(`visit.refusal.${kind}.text`),
  });
  return {
    refusals: {
      unknown: refusal('unknown'),
      paused: refusal('paused'),
      unclaimed: refusal('unclaimed'),
      gone: refusal('gone'),
      frozen: refusal('frozen'),
      refused: refusal('refused'),
      weChatOnly: refusal('weChatOnly'),
      onlyViaScan: refusal('onlyViaScan'),
      unavailable: refusal('unavailable'),
    },
    report: text('visit.report'),
    languages: text('visit.languages'),
    claim: text('visit.claim'),
    opening: text('visit.opening'),
    open: text('visit.open'),
    picture: { title: text('visit.picture.title'), text: text('visit.picture.text') },
    password: {
      title: text('visit.password.title'),
      text: text('visit.password.text'),
      label: text('visit.password.label'),
      open: text('visit.password.open'),
      wrong: text('visit.password.wrong'),
      again: text('visit.password.again'),
      lockedMinutes: (minutes) => counted('visit.password.locked_minutes', minutes),
      lockedSeconds: (seconds) => counted('visit.password.locked_seconds', seconds),
    },
    contact: {
      save: text('visit.contact.save'),
      phone: text('visit.contact.phone'),
      email: text('visit.contact.email'),
      website: text('visit.contact.website'),
      address: text('visit.contact.address'),
      note: text('visit.contact.note'),
    },
  };
}
