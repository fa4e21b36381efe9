/** What a picture may hold beside addresses that are visited: phones and mail programs open it, and nobody is asked here. */
export const PLAIN_KINDS = ['phone', 'email', 'sms', 'wifi'] as const;
export type PlainKind = (typeof PLAIN_KINDS)[number];

/** The fields of each kind; the first one is needed. */
export const PLAIN_FIELDS = {
  phone: ['number'],
  email: ['address', 'subject', 'text'],
  sms: ['number', 'text'],
  wifi: ['network', 'password'],
} as const satisfies Record<PlainKind, readonly string[]>;
export type PlainField = (typeof PLAIN_FIELDS)[PlainKind][number];
export type PlainValues = Partial<Record<PlainField, string>>;

/** Longest text and name, characters: more makes a picture that a phone reads badly. */
export const PLAIN_MAX_LENGTH = 300;
/** Longest content of a picture, characters as they are encoded: beyond it has more dots than a phone tells apart. */
export const PLAIN_MAX_CONTENT = 800;

const NUMBER = /^\+?[0-9][0-9 ()./-]{1,30}$/;
const ADDRESS = /^[^\s@?&#/<>"]+@[^\s@?&#/<>"]+\.[^\s@?&#/<>"]+$/;
/** IEEE 802.11: 32 bytes of a name. */
const NETWORK_BYTES = 32;

/** Whether what is needed is there and can be what it says. */
export function isPlainWhole(kind: PlainKind, values: PlainValues): boolean {
  const needed = filledIn(values, PLAIN_FIELDS[kind][0]);
  switch (kind) {
    case 'phone':
    case 'sms':
      return NUMBER.test(needed);
    case 'email':
      return ADDRESS.test(needed);
    case 'wifi': {
      const bytes = new TextEncoder().encode(needed).length;
      return bytes > 0 && bytes <= NETWORK_BYTES;
    }
  }
}

/** What the picture encodes: RFC 3966, 6068 and 5724, and for networks the form that cameras of phones read. */
export function plainContent(kind: PlainKind, values: PlainValues): string {
  const of = (field: PlainField) => filledIn(values, field);
  switch (kind) {
    case 'phone':
      return `tel:${dialled(of('number'))}`;
    case 'sms':
      return `sms:${dialled(of('number'))}${query({ body: of('text') })}`;
    case 'email':
      return `mailto:${of('address')}${query({ subject: of('subject'), body: of('text') })}`;
    case 'wifi': {
      // A password may begin or end with a blank.
      const password = values.password ?? '';
      const lock = password === '' ? 'T:nopass;' : `T:WPA;P:${escaped(password)};`;
      return `WIFI:S:${escaped(of('network'))};${lock};`;
    }
  }
}

const filledIn = (values: PlainValues, field: PlainField): string => (values[field] ?? '').trim();

/** Without what only makes a number easier to read. */
const dialled = (number: string): string => number.replaceAll(/[^+0-9]/g, '');

function query(values: Record<string, string>): string {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  // Mail programs take a line break as these two signs alone.
  const texts = filled.map(
    ([name, value]) => `${name}=${encodeURIComponent(value.replaceAll(/\r\n|\r|\n/g, '\r\n'))}`,
  );
  return texts.length === 0 ? '' : `?${texts.join('&')}`;
}

const escaped = (text: string): string => text.replaceAll(/[\\;,:"]/g, '\\$&');
