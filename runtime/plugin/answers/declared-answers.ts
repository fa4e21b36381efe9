import { type KnownAnswer, type Manifest, NONCE_PATH } from '@waypost/contract';

/** An active plugin, as far as answers go. */
interface Answering {
  id: string;
  manifest: Pick<Manifest, 'answers'>;
  granted: ReadonlySet<string>;
}

/** A path that a plugin answers. */
export interface DeclaredAnswer {
  plugin: string;
  answer: KnownAnswer;
}

/** What active plugins answer: as plugin.json says, and as far as it was granted. */
export function declaredAnswers(activations: Iterable<Answering>): DeclaredAnswer[] {
  return [...activations].flatMap(({ id, manifest, granted }) =>
    (manifest.answers ?? []).flatMap((answer) =>
      granted.has(`answers:${answer.path}`) ? [{ plugin: id, answer }] : [],
    ),
  );
}

/**
 * The same by path.
 * @throws TypeError when two plugins answer one path; challenges are answered by the platform for any number of them
 */
export function answersByPath(declared: readonly DeclaredAnswer[]): ReadonlyMap<string, DeclaredAnswer> {
  const paths = new Map<string, DeclaredAnswer>();
  for (const one of declared) {
    const { path } = one.answer;
    const other = paths.get(path);
    if (other !== undefined && other.plugin !== one.plugin && path !== NONCE_PATH)
      throw new TypeError(`${path} is answered by ${other.plugin} already`);
    paths.set(path, one);
  }
  return paths;
}
