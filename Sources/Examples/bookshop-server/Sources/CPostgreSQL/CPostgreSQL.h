#pragma once
#include <libpq-fe.h>

// Swift does not import this macro as a number, because it is a character.
static const int CPOSTGRESQL_SQLSTATE = PG_DIAG_SQLSTATE;
