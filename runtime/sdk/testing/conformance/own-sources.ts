/** Sources of others, what was built, and tests. */
const NOT_OWN = /(^|\/)(node_modules|dist|sdk|\.[^/]+)\/|\.test\.tsx?$|\.d\.ts$/;

/** The TypeScript files that a plugin's author has written in a folder, tests aside, from the folder. */
export async function ownSources(folder: string): Promise<string[]> {
  const files = await Array.fromAsync(
    new Bun.Glob('**/*.{ts,tsx}').scan({ cwd: folder, followSymlinks: false }),
  );
  return files.filter((file) => !NOT_OWN.test(file)).sort();
}
