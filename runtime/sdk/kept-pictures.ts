import type { PluginContext } from './context.ts';
import type { Contribution } from './extension.ts';
import type { Session } from './model.ts';

/**
 * Service of the plugin `system`: uploaded pictures beside a plugin's rows. They are files like all others: the limits, formats and
 * storage of `image_config` and `image_configs` hold for them, and a move of the storage takes them along. One that no contribution to
 * {@link PICTURE_USE_POINT} names for a day is forgotten. Not for plugins in a process of their own.
 */
export interface KeptPictures {
  /**
   * Looks at an upload before it is drawn: what is no picture at all is for whoever draws it to refuse.
   * Errors: `file_upload_limit` 413; `file_kind_off` 422.
   * @param data PNG, JPEG or WebP in base64
   */
  check(data: string): Promise<Uint8Array>;
  /**
   * Draws a picture anew (`redrawSmall`, with these longest sides) and keeps it as a file of `owner`.
   * Errors: as `check`; `not_a_picture` 422; `file_upload_most`, `file_upload_space` 409, and what the storage refuses with.
   * @returns its name, after what is seen
   */
  keep(data: string, owner: string, sides?: readonly number[]): Promise<string>;
  /** Keeps a PNG that the server drew before under the name that rows know, for nobody's quota; what is there stays. */
  adopt(picture: string, png: Uint8Array): Promise<void>;
  /** PNG in base64. Errors: `not_found` 404. */
  read(picture: string): Promise<string>;
  /** Within the transaction that shows them. Errors: `picture_unknown` 422 at `path` for the first that is not kept. */
  require(pictures: readonly string[], path: string, session: Session): Promise<void>;
}

/** Name that `KeptPictures` is provided under. */
export const KEPT_PICTURES = 'system.pictures';

/** The versions that this interface describes. */
export const KEPT_PICTURES_VERSIONS = '^1.0';

/** Point of the plugin `system`: which kept pictures a plugin shows. */
export const PICTURE_USE_POINT = 'system.picture_use';

/** Contribution to {@link PICTURE_USE_POINT}, version 1. */
export interface PictureUse extends Contribution {
  /** Which of up to 50 pictures are shown somewhere. */
  used(pictures: readonly string[]): Promise<readonly string[]>;
}

/** The service as it is offered now: asked for at each use, since the plugin that offers it may be another release by then. */
export function pictureService(context: Pick<PluginContext, 'require'>): KeptPictures {
  const pictures = context.require<KeptPictures>(KEPT_PICTURES, KEPT_PICTURES_VERSIONS);
  if (pictures === undefined) throw new Error('plugin.json does not name system.pictures in "needs"');
  return pictures;
}
