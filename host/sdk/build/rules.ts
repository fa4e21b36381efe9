import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Configuration, rspack } from '@rspack/core';

export interface BuildTarget {
  /** Package folder. */
  directory: string;
  /** Unique among everything loaded into the page: `name@version`. */
  uniqueName: string;
  isDevelopment?: boolean;
}

const ZOD_LOCALES = fileURLToPath(import.meta.resolve('./zod-locales.ts'));

/** What the shell's and the remotes' builds have in common. */
export function baseConfiguration({
  directory,
  uniqueName,
  isDevelopment = false,
}: BuildTarget): Configuration {
  return {
    context: directory,
    mode: isDevelopment ? 'development' : 'production',
    devtool: isDevelopment ? 'cheap-module-source-map' : false,
    target: ['web', 'es2022'],
    output: {
      path: join(directory, 'dist'),
      clean: true,
      publicPath: 'auto',
      uniqueName,
      filename: isDevelopment ? 'assets/[name].js' : 'assets/[name].[contenthash:10].js',
      chunkFilename: isDevelopment ? 'assets/[name].js' : 'assets/[name].[contenthash:10].js',
      cssFilename: isDevelopment ? 'assets/[name].css' : 'assets/[name].[contenthash:10].css',
      cssChunkFilename: isDevelopment ? 'assets/[name].css' : 'assets/[name].[contenthash:10].css',
      assetModuleFilename: 'assets/[name].[contenthash:10][ext]',
    },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      generator: {
        'css/auto': { localIdentName: '[uniqueName]-[local]-[hash:6]', exportsOnly: false },
      },
      parser: { 'css/auto': { namedExports: false } },
      rules: [
        {
          test: /\.tsx?$/,
          use: {
            loader: 'builtin:swc-loader',
            options: {
              jsc: {
                parser: { syntax: 'typescript', tsx: true },
                transform: {
                  react: { runtime: 'automatic', development: isDevelopment, refresh: isDevelopment },
                },
                target: 'es2022',
              },
            },
          },
        },
        { test: /\.css$/, type: 'css/auto' },
        { test: /\.(svg|png|woff2)$/, type: 'asset/resource' },
      ],
    },
    plugins: [
      // The `z` namespace would pull all of zod's languages (87 KB); faults are worded by our own locale files.
      new rspack.NormalModuleReplacementPlugin(/locales\/index\.js$/, (resource) => {
        if (/[\\/]zod[\\/]/.test(resource.context ?? '')) resource.request = ZOD_LOCALES;
      }),
    ],
    // Sizes are judged by the build script's own table, which measures what is sent (brotli).
    performance: false,
    stats: 'none',
    infrastructureLogging: { level: 'error' },
  };
}
