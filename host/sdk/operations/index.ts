export * from './ExportButton.tsx';
export * from './OperationProgress.tsx';
export * from './OperationTray.tsx';
export * from './tracked.ts';
export * from './use-download.ts';
