/** A plugin's id where a name has no hyphens: `qr_print` for `qr-print`. */
export function underscored(plugin: string): string {
  return plugin.replaceAll('-', '_');
}

/** What the names of a plugin's collections begin with: `qr_print_` for `qr-print`. */
export function collectionPrefix(plugin: string): string {
  return `${underscored(plugin)}_`;
}

/** Name in the store of a plugin's collection: `qr_print_batch` for `batch` of `qr-print`. */
export function collectionName(plugin: string, name: string): string {
  return underscored(`${plugin}_${name}`);
}

/** Name that a plugin's remote has in the page: letters, digits and underscores only. */
export function containerName(plugin: string): string {
  return `waypost_${underscored(plugin)}`;
}
