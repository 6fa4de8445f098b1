/* The core as a program of its own, for sanitizers: reads a table and calls as numbers, writes what each returns and a
   sum over the box. Called with the address and undefined-behaviour sanitizers of the compiler. */

#include <stdio.h>

#include "core.c"

typedef struct { int number, one, two, three; } Call;

static int answer(Call call, const int *code, int count) {
  int a = call.one, b = call.two, c = call.three;
  switch (call.number) {
  case 0: for (int n = 0; n < count; n++) box[n] = code[n]; return 0;
  case 1: box[a & (BOX - 1)] = b; return 0;
  case 2: return learn(a);
  case 3: return begin(a, b);
  case 4: return deal(a, b);
  case 5: return act(a);
  case 6: return insist(a);
  case 7: return follow(a);
  case 8: return undo(a);
  case 9: return history();
  case 10: return look();
  case 11: return list_legal();
  case 12: return reason(a);
#if PACK == 78
  case 13: return write_sheet();
#else
  case 13: return write_sheet(a);
  case 14: return seen(a);
  case 15: return arrange(a);
  case 16: return think(a, b, c);
  case 17: return hint(a, b, c);
  case 19: return pose(a);
#endif
  case 18: return simulate(a, b, c);
  default: return -1;
  }
}

int main(void) {
  static int code[BOX];
  int count;
  if (fread(&count, sizeof count, 1, stdin) != 1 || count > BOX || fread(code, sizeof *code, (size_t)count, stdin) != (size_t)count) return 2;
#if PACK != 78
  table(1 << 20);
#endif
  for (Call call; fread(&call, sizeof call, 1, stdin) == 1;) {
    int found = answer(call, code, count);
    u32 sum = 0;
    for (int n = 0; n < 256; n++) sum = sum * 31 + (u32)box[n];
    printf("%d %u\n", found, sum);
  }
  return 0;
}
