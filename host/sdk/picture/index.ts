export * from './KeptPictureControl.tsx';
export * from './PictureFrame.tsx';
export * from './use-kept-picture.ts';
export * from './use-picture-upload.ts';
