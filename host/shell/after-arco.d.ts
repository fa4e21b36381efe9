/** The same style sheet once more, at another place of the order (whole.tsx). */
declare module '*.css?after-arco';
