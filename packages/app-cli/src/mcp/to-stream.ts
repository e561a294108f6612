import { Writable } from 'node:stream';

import type { TextSink } from '../command-io.js';

/** Where messages of the protocol go. */
export function toStream(sink: TextSink): Writable {
  if (sink instanceof Writable) return sink;
  return new Writable({
    decodeStrings: false,
    write: (text, _encoding, written) => {
      sink.write(String(text));
      written();
    },
  });
}
