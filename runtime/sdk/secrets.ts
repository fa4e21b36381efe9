/**
 * Texts that the plugin keeps in its own rows and nobody may read there: keys of others' services. Encrypted with a key that
 * is not in the store (AES-256-GCM) and bound to their place: `place` names collection, row and field, such as
 * `provider/<id>/secret`, and what was moved elsewhere opens no more.
 */
export interface PluginSecrets {
  /** What to keep in place of `text`. */
  seal(place: string, text: string): Promise<string>;
  /** The text; null when it was changed, moved, or SECRET_KEY is another one. */
  open(place: string, sealed: string): Promise<string | null>;
}
