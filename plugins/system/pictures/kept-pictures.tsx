import {
  type Client,
  type ControlProps,
  KeptPictureControl,
  keptPictureAddress,
  useKeptPicture,
  usePictureUpload,
} from '@waypost/host-sdk';
import { contentPictures } from './calls.ts';

/** The parts of the SDK for kept pictures, with the calls of those of texts and rotations. */
export const PictureControl = (props: ControlProps<string>) => (
  <KeptPictureControl {...props} calls={contentPictures} />
);
export const pictureAddress = (client: Client, picture: string) =>
  keptPictureAddress(client, contentPictures.read, picture);
export const usePicture = (picture: string) => useKeptPicture(contentPictures.read, picture);
export const useUpload = (onKept: (picture: string) => void) => usePictureUpload(contentPictures.add, onKept);
