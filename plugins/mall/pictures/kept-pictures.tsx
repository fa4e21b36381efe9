import { type ControlProps, KeptPictureControl, useKeptPicture, usePictureUpload } from '@waypost/host-sdk';
import { cataloguePictures } from './calls.ts';

/** The parts of the SDK for kept pictures, with the calls of those of the catalogue. */
export const PictureControl = (props: ControlProps<string>) => (
  <KeptPictureControl {...props} calls={cataloguePictures} />
);
export const usePicture = (picture: string) => useKeptPicture(cataloguePictures.read, picture);
export const useUpload = (onKept: (picture: string) => void) =>
  usePictureUpload(cataloguePictures.add, onKept);
