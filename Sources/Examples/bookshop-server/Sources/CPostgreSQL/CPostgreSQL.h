#pragma once
#include <libpq-fe.h>

// A macro that is a character is not imported as the number that it is.
static const int CPOSTGRESQL_SQLSTATE = PG_DIAG_SQLSTATE;
