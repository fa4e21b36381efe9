import { z } from 'zod';

const zVersions = z.record(z.string(), z.string()).default({});
const zManifest = z.looseObject({
  dependencies: zVersions,
  devDependencies: zVersions,
  optionalDependencies: zVersions,
  peerDependencies: zVersions,
});

/** One version and no other, maybe of a package under another name; one of our own; one that is packed beside it. */
const EXACT = /^((npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?|workspace:\*|file:[\w./-]+)$/;

/** What is wrong with the versions that a package.json names: who installs it later gets what was tried, not what is new. */
export function rangeFaults(file: string, text: string): string[] {
  if (!/(^|\/)package\.json$/.test(file)) return [];
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = zManifest.parse(
    JSON.parse(text),
  );
  return [dependencies, devDependencies, optionalDependencies, peerDependencies]
    .flatMap(Object.entries<string>)
    .filter(([, version]) => !EXACT.test(version))
    .map(([name, version]) => `${file}: ${name} is ${version}: name one exact version`);
}
