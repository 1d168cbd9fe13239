/** What a file's name says about it, before it is read. */

/** Files that hold neither code nor configuration, whatever is inside. */
const media: ReadonlySet<string> = new Set(
  `7z a aac ai apk ar avi avif bin bmp br bz2 cab class dat db deb dll dmg doc docx dylib ear eot exe flac fig gif gz
   heic ico icns iso jar jpeg jpg keystore lib lz4 m4a m4v mkv mov mp3 mp4 mpeg mpg msi node npy o obj odt ogg onnx otf
   parquet pdf pkl png ppt pptx psd pt pyc pyd pyo rar rpm s3db safetensors snap so sqlite sqlite3 svgz swf tar tgz tif
   tiff ttf vsix wasm war wav webm webp whl woff woff2 xls xlsx xz zip zst`.split(/\s+/),
);

/** @returns the extension in lower case without its dot, empty when there is none */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

export function isMedia(path: string): boolean {
  return media.has(extensionOf(path));
}
