/** Words that the product looks up by a rule instead of by name: where the rest of the key comes from a declaration. */
const BY_RULE =
  /^(menu|error|error\.issue|role|plugin|failure|validation|palette\.kind|audit|[a-z-]+\.settings)\.(.+)$/;
/** Parts of the words of a resource, or of a form for a call, that the list and the form look up themselves. */
const OF_RESOURCES = new Set(['title', 'create', 'edit', 'empty', 'action', 'section', 'remove', 'notice']);

/** Tells whether any source asks for a key. */
export interface KeyUse {
  isUsed(base: string): boolean;
}

/** Reads from sources which keys they ask for: whole ones, and patterns such as `qr.visit.app.${app}`. */
export function findUse(sources: readonly string[]): KeyUse {
  const all = sources.join('\n');
  const literals = new Set<string>();
  for (const [, text] of all.matchAll(/['"`]([\w.-]+)['"`]/g)) literals.add(text as string);
  // `name:` of a declaration, or a field: what follows a rule's prefix.
  const names = new Set([...all.matchAll(/[\w-]+/g)].map(([text]) => text));
  const patterns = [...all.matchAll(/`([\w.-]*(?:\$\{[^`}]*\}[\w.-]*)+)`/g)]
    .map(([, text]) => (text as string).split(/\$\{[^}]*\}/))
    .filter(([first = '']) => first.includes('.'))
    .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[^\\s]+')}$`));
  const declared = /(?:name: '|<CallForm[^>]*?\sname=")([a-z-]+\.[a-z_]+(?:\.[a-z_]+)?)['"]/g;
  const resources = [...all.matchAll(declared)].map(([, name]) => `${name}.`);

  return {
    isUsed(base) {
      if (literals.has(base) || patterns.some((pattern) => pattern.test(base))) return true;
      // A site message names what its title and its content have in common.
      const message = /^(.+)\.(?:title|content)$/.exec(base)?.[1];
      if (message !== undefined && literals.has(message)) return true;
      const rule = BY_RULE.exec(base)?.[2];
      if (rule !== undefined && (literals.has(rule) || rule.split('.').every((part) => names.has(part))))
        return true;
      const resource = resources.find((name) => base.startsWith(name));
      const part = resource === undefined ? undefined : base.slice(resource.length).split('.')[0];
      return part !== undefined && (OF_RESOURCES.has(part) || names.has(part));
    },
  };
}
