/** Names of fields that are, or are about, what never stands in the audit log. */
const SECRET_NAME = /password|secret|token|private_key|card_key|totp|mnemonic|^hash$/i;
/** Names that are of nothing else: the field is the secret itself. */
const IS_SECRET = /(password|secret|token|private_key|card_key|totp|mnemonic|hash)$/i;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;

/**
 * A copy for the log: secrets become `***`, Dates and ids their text. What a resource declares as secret never comes here;
 * of everything else a name that speaks of a secret hides texts and what may hold them.
 */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return withoutSecrets(value.toJSON());
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) && !isHarmless(name, inner) ? '***' : withoutSecrets(inner),
    ]),
  );
}

/** A flag such as must_change_password, a length or a time of a password tell nothing of it. */
function isHarmless(name: string, value: unknown): boolean {
  if (typeof value === 'boolean' || value === null) return true;
  if (IS_SECRET.test(name)) return false;
  return (
    typeof value === 'number' || value instanceof Date || (typeof value === 'string' && TIME.test(value))
  );
}
