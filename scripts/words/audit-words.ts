/** An entry of the audit log as code writes it: its type stands before what it is about. */
const WRITTEN = /\btype: '([a-z-]+\.[a-z_]+)\.([a-z_]+)',\s+(?:target|request|actor|after|before)\b/g;

/** Types of entries that the log could only tell by their codes: what was done, or to what, has no words. */
export function untoldAudits(source: string, known: ReadonlySet<string>): string[] {
  return [...source.matchAll(WRITTEN)].flatMap(([, noun = '', verb = '']) => {
    const [type, isNamed] = [`${noun}.${verb}`, known.has(`log.noun.${noun}`)];
    const isDone = [`audit.${type}`, `log.verb.${verb}`, `${noun}.action.${verb}`].some((key) =>
      known.has(key),
    );
    return isNamed && isDone ? [] : [type];
  });
}
