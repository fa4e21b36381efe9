import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A document, and where in it: `docs/http.md, "Answers"` or `docs/threats.md, row Targets`. */
const NAMED = /(?<![\w*$}>/-])((?:[\w.-]+\/)*[\w-]+\.md)\b(?:, (?:"([^"]+)"|row (\w[\w ]*\w)))?/g;
/** Words for documents that readers of this repository do not have. In the store a specification is that of an index. */
const ELSEWHERE = [
  { words: /\bspecification section\b|\bby specification\b|\bthreat list\b|\bshared design\b/i, not: /^$/ },
  { words: /\bthe specification\b/i, not: /^runtime\/store\// },
];
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g;
/** Names that are no document but an example of one. */
const SELF = /^scripts\/structure\/named-documents(\.test)?\.ts$/;

/**
 * Documents that a file names and that nobody finds: not in the repository, or without the heading or row that is
 * named. Comments are held to all of it, JSON (descriptions of cases and vectors) to the paths. Links of documents are
 * paths as well.
 * @param root folder of the repository
 * @param file path from there
 */
export function documentFaults(root: string, file: string, text: string): string[] {
  if (SELF.test(file)) return [];
  if (/\.(tsx?|mjs|cjs|css)$/.test(file))
    return [...text.matchAll(COMMENT)].flatMap(([comment]) => faultsOfComment(root, file, plain(comment)));
  if (/\.(json|jsonl)$/.test(file)) return faultsOfNames(root, file, text, /\//);
  return [];
}

function faultsOfComment(root: string, file: string, comment: string): string[] {
  const faults = faultsOfNames(root, file, comment, /./);
  for (const { words, not } of ELSEWHERE) {
    const found = words.exec(comment)?.[0];
    if (found !== undefined && !not.test(file))
      faults.push(
        `${file}: a comment names "${found}", which is not in the repository: point to docs/, or say it`,
      );
  }
  return faults;
}

function faultsOfNames(root: string, file: string, text: string, which: RegExp): string[] {
  return [...text.matchAll(NAMED)].flatMap(([whole, name = '', heading, row]) => {
    if (!which.test(name)) return [];
    const path = [join(root, name), join(root, dirname(file), name)].find((one) => existsSync(one));
    if (path === undefined) return [`${file}: names ${name}, which is not in the repository`];
    if (heading === undefined && row === undefined) return [];
    const document = readFileSync(path, 'utf8');
    const place = heading === undefined ? `\n| ${row} |` : `# ${heading}\n`;
    return document.includes(place) ? [] : [`${file}: names ${whole}, and ${name} has no such place`];
  });
}

/** A comment as one line. */
const plain = (comment: string): string => comment.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');
