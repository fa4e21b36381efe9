import { type Configuration, rspack } from '@rspack/core';

/** Runs one build to its end. @throws Error with the compiler's messages, one a paragraph */
export async function runCompiler(configuration: Configuration): Promise<void> {
  const compiler = rspack(configuration);
  const problem = await new Promise<string | undefined>((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error) reject(error);
      else if (stats?.hasErrors())
        resolve(stats.toString({ all: false, errors: true, colors: false, errorDetails: true }));
      else resolve(undefined);
    });
  });
  await new Promise<void>((resolve, reject) =>
    compiler.close((error) => (error ? reject(error) : resolve())),
  );
  if (problem !== undefined) throw new Error(problem);
}
