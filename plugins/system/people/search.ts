/** What is searched by its beginning: a name without capitals, a phone by its digits. */
export function searchKeys({ name, phone }: { name?: string | undefined; phone?: string | undefined }) {
  return {
    ...(name === undefined ? {} : { name_key: name.trim().toLowerCase() }),
    ...(phone === undefined ? {} : { phone_key: phone.replaceAll(/\D/g, '') }),
  };
}

/** Accounts whose account, name or phone begins with a text; every branch is read from an index. */
export function beginsWith(text: string) {
  const folded = text.toLowerCase();
  const digits = text.replaceAll(/\D/g, '');
  const isPhone = digits.length > 1 && /^[0-9+() -]+$/.test(text);
  return {
    $or: [
      { account: range(folded) },
      { name_key: range(folded) },
      ...(isPhone ? [{ phone_key: range(digits) }] : []),
    ],
  };
}

/** U+FFFF is no character: nothing that begins with the text sorts behind it. */
const range = (start: string) => ({ $gte: start, $lt: `${start}\uffff` });
