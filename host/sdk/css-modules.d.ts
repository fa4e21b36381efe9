declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>;
  // biome-ignore lint/style/noDefaultExport: what the bundler makes of the file
  export default styles;
}
declare module '*.css';
declare module '*.svg' {
  const address: string;
  // biome-ignore lint/style/noDefaultExport: what the bundler makes of the file
  export default address;
}
