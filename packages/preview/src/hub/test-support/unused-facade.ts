import { ErrorCode, type ILexichordFacade, LexichordError } from '@lexichord/abstractions';

/** The methods of a runtime that are for programs: the preview asks services by their tokens. */
export class UnusedFacade implements ILexichordFacade {
  get index(): never {
    return refuse();
  }

  get knowledge(): never {
    return refuse();
  }

  get memory(): never {
    return refuse();
  }

  assemble(): never {
    return refuse();
  }

  search(): never {
    return refuse();
  }

  pack(): never {
    return refuse();
  }

  map(): never {
    return refuse();
  }

  expand(): never {
    return refuse();
  }
}

function refuse(): never {
  throw new LexichordError(ErrorCode.internal, 'The preview asks services by their tokens.');
}
