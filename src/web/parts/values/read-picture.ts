/** Pixels of a picture that is drawn; one that is small as a file may fill the memory once it is opened. */
const MOST_PIXELS = 40_000_000;

/** What a file's own bytes say that it is: a picture made of pixels, which can hold nothing but a picture. */
export interface PictureKind {
  readonly type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly width: number;
  readonly height: number;
}

/** The kind of a picture that may be drawn; null for everything else, whatever it is called. */
export function readPicture(bytes: Uint8Array): PictureKind | null {
  const kind = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
  if (kind === null || kind.width < 1 || kind.height < 1) return null;
  return kind.width * kind.height <= MOST_PIXELS ? kind : null;
}

const DATA_ADDRESS = /^data:image\/(?:png|jpeg|gif|webp);base64,([A-Za-z0-9+/\s]+={0,2})$/;
const ENCODED = /^[A-Za-z0-9+/\s]+={0,2}$/;

/** The bytes that a data address of a picture has; null for another text. */
export function bytesOfAddress(text: string): Uint8Array | null {
  const [, encoded] = (text.startsWith("data:image/") && DATA_ADDRESS.exec(text)) || [];
  return encoded === undefined ? null : bytesOf(encoded);
}

/** The bytes of a text in base64; null when it is none. */
export function bytesOf(encoded: string): Uint8Array | null {
  if (!ENCODED.test(encoded)) return null;
  try {
    return Uint8Array.from(atob(encoded), (one) => one.charCodeAt(0));
  } catch {
    return null;
  }
}

function textAt(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readPng(bytes: Uint8Array): PictureKind | null {
  const isPng = textAt(bytes, 0, 8) === "\x89PNG\r\n\x1A\n" && textAt(bytes, 12, 16) === "IHDR";
  if (!isPng || bytes.length < 24) return null;
  const view = viewOf(bytes);
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

function readGif(bytes: Uint8Array): PictureKind | null {
  if (!/^GIF8[79]a$/.test(textAt(bytes, 0, 6)) || bytes.length < 10) return null;
  const view = viewOf(bytes);
  return { type: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function readWebp(bytes: Uint8Array): PictureKind | null {
  const isWebp = textAt(bytes, 0, 4) === "RIFF" && textAt(bytes, 8, 12) === "WEBP";
  if (!isWebp || bytes.length < 30) return null;
  const view = viewOf(bytes);
  const type = "image/webp";
  const long = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);
  switch (textAt(bytes, 12, 16)) {
    case "VP8X":
      return { type, width: long(24) + 1, height: long(27) + 1 };
    case "VP8L": {
      const packed = view.getUint32(21, true);
      return { type, width: (packed & 0x3f_ff) + 1, height: ((packed >>> 14) & 0x3f_ff) + 1 };
    }
    case "VP8 ":
      return {
        type,
        width: view.getUint16(26, true) & 0x3f_ff,
        height: view.getUint16(28, true) & 0x3f_ff,
      };
    default:
      return null;
  }
}

/** Goes from mark to mark until the frame, which says how large it is. */
function readJpeg(bytes: Uint8Array): PictureKind | null {
  if (textAt(bytes, 0, 3) !== "\xFF\xD8\xFF") return null;
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 < bytes.length && view.getUint8(at) === 0xff) {
    const mark = view.getUint8(at + 1);
    const isFrame = mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark);
    if (isFrame) {
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      return { type: "image/jpeg", width, height };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
