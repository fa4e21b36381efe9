export * from './ExportButton.tsx';
export * from './ImportDrawer.tsx';
export * from './OperationProgress.tsx';
export * from './OperationTray.tsx';
export * from './send-in-pieces.ts';
export * from './tracked.ts';
export * from './use-download.ts';
