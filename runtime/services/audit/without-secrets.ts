/** Names of fields whose values never stand in the audit log. */
const SECRET_NAME = /password|secret|token|private_key|card_key|totp|mnemonic|^hash$/i;

/** A copy for the log: secrets become `***`, Dates and ids their text. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  if ('toJSON' in value && typeof value.toJSON === 'function') return withoutSecrets(value.toJSON());
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // A flag such as must_change_password tells no secret.
      SECRET_NAME.test(name) && typeof inner !== 'boolean' ? '***' : withoutSecrets(inner),
    ]),
  );
}
